/**
 * Runs works side by side. Where one of them throws, the others end too, and it counts.
 *
 * @template Result
 * @param {AbortSignal} signal
 * @param {((signal: AbortSignal) => Promise<Result>)[]} works
 * @returns {Promise<Result[]>}
 */
export async function sideBySide(signal, works) {
  const failing = new AbortController()
  const all = works.map(work => work(AbortSignal.any([signal, failing.signal])))
  try {
    return await Promise.all(all)
  } catch (error) {
    failing.abort(error)
    await Promise.allSettled(all)
    throw error
  }
}
