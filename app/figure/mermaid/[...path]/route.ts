import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** What draws diagrams, as it was published: one script to begin with, which loads what a kind of diagram needs. */
const FILE = /^(mermaid\.esm\.min|chunks\/mermaid\.esm\.min\/[\w-]+)\.mjs$/
const IN_CHUNKS = /^chunks\//

export async function GET(_: Request, { params }: { params: Promise<{ path: string[] }> }) {
  const name = (await params).path.join('/')
  const script = FILE.test(name) ? await scriptOf(name) : null
  if (!script) return new Response(null, { status: 404 })
  // Names of parts change with their content.
  const cache = IN_CHUNKS.test(name) ? 'public, max-age=31536000, immutable' : 'public, max-age=0'
  return new Response(new Uint8Array(script), {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': cache },
  })
}

async function scriptOf(name: string): Promise<Buffer | null> {
  try {
    return await readFile(
      path.join(/* turbopackIgnore: true */ process.cwd(), 'node_modules/mermaid/dist', name),
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
