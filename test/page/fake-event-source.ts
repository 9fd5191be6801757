/** The event stream of a page under test: it opens when the test says so, and brings what the test sends. */
export class FakeEventSource extends EventTarget {
  static last: FakeEventSource | null = null
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null

  constructor(readonly url: string) {
    super()
    FakeEventSource.last = this
  }

  sends(type: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }))
  }

  close = (): void => undefined
}
