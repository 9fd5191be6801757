/** An answer with its status, for operations that have several. */
export class Reply<S extends number = number, B = unknown> {
  constructor(
    readonly status: S,
    readonly body: B,
  ) {}
}

export const reply = <S extends number, B>(status: S, body: B): Reply<S, B> => new Reply(status, body)
