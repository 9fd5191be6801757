/** Works on a session until it is set down; tells in how many milliseconds it is to wake, where that is known. */
export type Work = (ending: AbortSignal) => Promise<number | undefined>

/** A place to work on one session: taken before a fact is written, used once or given back. */
export type Slot = { begin: (work: Work) => void; release: () => void }
