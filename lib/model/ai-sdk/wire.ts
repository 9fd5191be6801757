/**
 * How one provider wants the history. `argumentsAsText`: its wire takes the arguments' own text.
 * `callId`: the ids that it takes from elsewhere.
 */
export type Wire = {
  provider: string
  argumentsAsText: boolean
  callId: RegExp
  refusesBlankText?: boolean
}
