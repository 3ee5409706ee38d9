"""Sample tables with a fight in progress, one for each rule set, for whoever starts the service to look around."""

from api.sample.laying import GM, SAMPLES, Invitation, SampleFailed, lay_out

__all__ = ["GM", "SAMPLES", "Invitation", "SampleFailed", "lay_out"]
