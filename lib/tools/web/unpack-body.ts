import { pipeline, type Readable, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** The most bytes of a body that are kept, and the most that are taken in to make them of. */
export const MOST_BYTES = 2_000_000

/** What came of a body. `cut`: why there is no more of it; `null` where it is whole. */
export type WebBody = { bytes: Buffer; cut: string | null }

/** What came is unpacked at once, not when there is more. */
const FLUSHED = { flush: constants.Z_SYNC_FLUSH }

/** By content coding. Whoever packs twice wants to hide how much there is. */
const DECODERS: Record<string, () => Transform | null> = {
  '': () => null,
  identity: () => null,
  gzip: () => createGunzip(FLUSHED),
  'x-gzip': () => createGunzip(FLUSHED),
  deflate: () => createInflate(FLUSHED),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
}

/** What this tool takes off a body by itself. */
export const ACCEPTED_CODINGS = 'gzip, br'

/**
 * The beginning of a body, unpacked as it comes: neither what is packed nor what it becomes is ever there as a whole,
 * and no more is asked for once there is enough. `why` puts what broke it off into words.
 */
export async function unpackBody(
  body: Readable,
  coding: string,
  { why, mostBytes = MOST_BYTES }: { why: (error: unknown) => string; mostBytes?: number | undefined },
): Promise<WebBody> {
  const decoder = DECODERS[coding.trim().toLowerCase()]
  if (decoder === undefined) {
    body.on('error', () => undefined).destroy()
    return {
      bytes: Buffer.alloc(0),
      cut: `It is packed as ${coding.slice(0, 40)}, which cannot be unpacked here.`,
    }
  }
  const budget: ByteBudget = { bytes: 0, most: mostBytes, isEmpty: false }
  const chunks: Buffer[] = []
  let size = 0
  let fault: string | null = null
  try {
    for await (const chunk of unpacked(body, decoder(), budget)) {
      chunks.push(chunk)
      size += chunk.length
      if (size > mostBytes) break
    }
  } catch (error) {
    if (!budget.isEmpty) fault = why(error)
  }
  const isLonger = size > mostBytes || budget.bytes > mostBytes
  const cut = isLonger ? `It is longer than ${mostBytes / 1_000_000} MB; only its beginning was read.` : fault
  return { bytes: Buffer.concat(chunks).subarray(0, mostBytes), cut }
}

/** `isEmpty`: nothing came, and that is all: it need not be packed well. */
type ByteBudget = { bytes: number; most: number; isEmpty: boolean }

function unpacked(body: Readable, decoder: Transform | null, budget: ByteBudget): AsyncIterable<Buffer> {
  const bounded = atMost(body, budget)
  // Errors reach whoever reads from the decoder; the callback keeps them from being nobody's.
  return decoder === null ? bounded : pipeline(bounded, decoder, () => undefined)
}

/** What unpacks to nothing could go on for ever. */
async function* atMost(body: Readable, budget: ByteBudget): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    yield chunk
    budget.bytes += chunk.length
    if (budget.bytes > budget.most) return
  }
  budget.isEmpty = budget.bytes === 0
}
