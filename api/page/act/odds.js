// The odds of the act that is put together, as far as this seat may know them. Empty until the service tells odds.
export const Odds = () => null;
