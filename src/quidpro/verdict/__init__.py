"""What every engine returns: verdict, trace, certificate."""

from quidpro.verdict.types import Assumption, Certificate, Outcome, Round, Stats, Step, Trace, Verdict

__all__ = ["Assumption", "Certificate", "Outcome", "Round", "Stats", "Step", "Trace", "Verdict"]
