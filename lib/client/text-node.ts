/** A browser makes several nodes of a text that is longer than this when it reads a page. */
const MOST = 65_536

/**
 * Whether a text has to stand alone in an element: only there is what the server wrote found again, however many
 * nodes the browser has made of it.
 */
export const standsAlone = (text: string): boolean => text.length > MOST
