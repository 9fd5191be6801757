/** How long it is waited each time before a part is asked for again. Then whoever asked is told. */
const WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]

/**
 * Loads a part of the page, asking again where the server is away for a moment, and once there is a network where there is
 * none: a part that does not come takes nothing from what is on screen.
 */
export async function loadPart<T>(load: () => Promise<T>, waits: readonly number[] = WAITS_MS): Promise<T> {
  const [wait, ...others] = waits
  try {
    return await load()
  } catch (error) {
    if (wait === undefined || !isAway(error)) throw error
    await (navigator.onLine ? new Promise(resolve => setTimeout(resolve, wait)) : network())
    return loadPart(load, others)
  }
}

/** A part that is no script did not come. */
export class PartAway extends Error {}

const isAway = (error: unknown): boolean =>
  error instanceof PartAway || (error instanceof Error && error.name === 'ChunkLoadError')

const network = (): Promise<unknown> =>
  new Promise(resolve => addEventListener('online', resolve, { once: true }))
