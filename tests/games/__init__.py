"""Random games: the same moves for the state machine, the parking proof, the audience proof and the benches."""
