type Listener<A extends unknown[]> = (...args: A) => unknown

/**
 * Notifies each listener. If one throws or rejects, that is reported and affects neither the other listeners nor the
 * caller.
 */
export function tellEach<A extends unknown[]>(
  { listeners, report }: { listeners: Iterable<Listener<A>>; report: (error: unknown) => void },
  ...args: A
): void {
  for (const listener of [...listeners]) {
    try {
      const answer = listener(...args)
      if (answer instanceof Promise) answer.catch(report)
    } catch (error) {
      report(error)
    }
  }
}
