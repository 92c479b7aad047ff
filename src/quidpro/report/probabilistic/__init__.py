"""LPTSs, trees and verdicts about them, for people and programs."""
