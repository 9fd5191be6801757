/** A name for a file: as it should be, and in characters that every system takes. */
export type FileName = { full: string; plain: string }

/** A file in place of an answer in JSON. */
export class FileReply {
  constructor(
    readonly name: FileName,
    readonly type: string,
    readonly body: ReadableStream<Uint8Array>,
  ) {}
}
