/** The refusals that every provider has words of its own for. */
export type RefusalName =
  | 'wrong_key'
  | 'forbidden'
  | 'unknown_model'
  | 'rate_limit'
  | 'quota'
  | 'overflow'
  | 'too_large'
  | 'server_error'
  | 'unavailable'
  | 'overloaded'
