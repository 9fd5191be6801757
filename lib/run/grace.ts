/** After an abort, an Activity that does not end in this time is given up; its outcome is unknown. */
export const GRACE_MS = 5_000
