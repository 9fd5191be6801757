import type { Picture } from '../call/picture'

/** Files of one message, and bytes of all of them: as base64 they fit into a request. */
export const MOST_ATTACHMENTS = 10
export const MOST_ATTACHED_BYTES = 3_000_000

/** Bytes of one file that is a text. */
export const MOST_ATTACHED_TEXT = 262_144

type Sized = { width?: number | undefined; height?: number | undefined }

/** Of the files of a message only pictures have a size. */
export const isPictureFile = <F extends Sized>(file: F): file is F & Picture =>
  file.width !== undefined && file.height !== undefined

/** How each file begins behind the words of a message, as a model reads it. */
export const FILE_OPENING = '<file name="'

/** A message as a model reads it, without the files behind its words. */
export const wordsOf = (text: string): string => text.split(`\n\n${FILE_OPENING}`)[0] ?? ''
