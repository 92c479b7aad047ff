"""A sample of the campaign of lies: whatever a certificate says, the checkers confirm nothing that is false."""

from __future__ import annotations

import pytest

from tests.differential import lies, lies_crafted, lies_lpts, lies_smv


@pytest.mark.parametrize("seed", range(6))
def test_no_changed_certificate_proves_what_is_false_of_another_system(seed):
    assert not lies.lies(seed)


@pytest.mark.parametrize("block", range(4))
def test_no_proof_out_of_nowhere_proves_what_is_false(block):
    assert not [lie for seed in range(15 * block, 15 * block + 15) for lie in lies_crafted.lies(seed)]


@pytest.mark.parametrize("block", range(4))
def test_no_changed_certificate_is_believed_of_another_probabilistic_system(block):
    assert not [lie for seed in range(8 * block, 8 * block + 8) for lie in lies_lpts.lies(seed)]


@pytest.mark.parametrize("block", range(4))
def test_no_changed_certificate_is_believed_of_another_smv_model(block):
    assert not [lie for seed in range(3 * block, 3 * block + 3) for lie in lies_smv.lies(seed)]
