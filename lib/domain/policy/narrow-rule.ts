/**
 * The condition of the narrowest rule that allows a Call from now on: exactly the same arguments. One condition per
 * argument would also allow calls with additional arguments, such as a command with the network switched on.
 *
 * The page proposes it, so that it stands apart from what judges: the parser of commands is no part of a page.
 */
export const narrowMatchers = (args: unknown) => [{ argument: '', kind: 'exact' as const, value: args }]

/** Characters of the conditions of a Rule, as JSON: the Rules in force are read whenever a session is. */
const MATCHERS_CHARS = 20_000

export const areShort = (conditions: unknown[] = []): boolean =>
  JSON.stringify(conditions).length <= MATCHERS_CHARS
