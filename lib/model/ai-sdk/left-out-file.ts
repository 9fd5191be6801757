/**
 * What stands in a reply for an image, or another file, that a model made. The file itself is not kept: it would
 * stand in the transcript and go to the model again with every Request.
 */
export function fileMark({ mediaType, base64 }: { mediaType: string; base64: string }): string {
  const type = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mediaType) ? mediaType : 'unknown type'
  const kilobytes = Math.ceil((base64.length * 3) / 4 / 1_000)
  const kind = type.startsWith('image/') ? 'image' : 'file'
  return `[${kind}: ${type}, ${kilobytes.toLocaleString('en-US')} KB, left out]`
}
