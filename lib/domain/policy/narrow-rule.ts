import type { Matcher } from './rule'

/**
 * The condition of the narrowest rule that allows a Call from now on: exactly the same arguments. One condition per
 * argument would also allow calls with additional arguments, such as a command with the network switched on.
 *
 * The page proposes it, so that it stands apart from what judges: the parser of commands is no part of a page.
 */
export const narrowMatchers = (args: unknown): Matcher[] => [{ argument: '', kind: 'exact', value: args }]
