/**
 * Characters of the content in one answer. A Result holds more by default, so that the notice that ends the
 * answer, which says what is missing and how to go on, is not cut off.
 */
export const ANSWER_CHARS = 48_000
