/** An expected failure about a path, in words that say nothing of what lies outside the workspace. */
export type Refused = { kind: 'refused'; message: string }

export const refused = (message: string): Refused => ({ kind: 'refused', message })
