/**
 * What the other side said about an error: its words, its codes and types, the body as it came, and how long
 * to wait, where the body says so.
 */
export type Said = { words: string; codes: string[]; body: string; waitMs?: number }

/** What went wrong with one request to a model, before it is judged and put into words. */
export type Fault =
  /** The provider cannot be used as it is configured; `message` says what to set. */
  | { kind: 'not_configured'; message: string }
  | { kind: 'no_model'; message: string }
  /** Never sent: the conversation cannot be written in the provider's form. */
  | { kind: 'unsendable'; words: string }
  /** No connection, or it broke before the answer began. `code` as Node names it. */
  | { kind: 'unreachable'; code: string | undefined; words: string }
  /** An HTTP status other than success. Header names are in lower case. */
  | { kind: 'refused'; status: number; said: Said; headers: Record<string, string> }
  /** An error inside a stream that had begun with success. */
  | { kind: 'error_frame'; status: number | undefined; said: Said }
  /** The connection broke within the stream. */
  | { kind: 'broken_off' }
  /** The stream ended in an orderly way before the answer was complete. `contentType` of the response. */
  | { kind: 'unfinished'; contentType: string | undefined }
  /** Something in the stream that the protocol does not allow. */
  | { kind: 'unreadable'; words: string }
  /** The answer stopped because the model's window was full. */
  | { kind: 'window_full' }
  | { kind: 'silence'; ms: number }
  | { kind: 'aborted' }
