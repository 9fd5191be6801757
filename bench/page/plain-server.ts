import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

export type PlainServer = {
  url: string
  /** Tells the page that many tokens, one after the other. */
  say: (tokens: string[], everyMs: number) => Promise<void>
  close: () => Promise<void>
}

const HTML =
  '<!doctype html><meta charset="utf-8"><div id="root"></div><script type="module" src="/page.js"></script>'

/** The page that the product is measured beside, with its messages. */
export async function startPlainServer(texts: string[]): Promise<PlainServer> {
  const script = await bundle()
  const listeners = new Set<ServerResponse>()
  const messages = JSON.stringify(texts.map((text, id) => ({ id, text })))
  const server = createServer((request, response) => {
    const answer = (type: string, body: string): void => {
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body)
    }
    if (request.url === '/') answer('text/html', HTML)
    else if (request.url === '/page.js') answer('text/javascript', script)
    else if (request.url === '/messages') answer('application/json', messages)
    else if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      listeners.add(response)
      response.on('close', () => listeners.delete(response))
    } else response.writeHead(204).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  let said = texts.length
  return {
    url: `http://127.0.0.1:${port}/`,
    say: async (tokens, everyMs) => {
      said += 1
      for (const text of tokens) {
        for (const listener of listeners)
          listener.write(`event: text.delta\ndata: ${JSON.stringify({ id: said, text })}\n\n`)
        await wait(everyMs)
      }
    },
    close: () =>
      new Promise(resolve => {
        for (const listener of listeners) listener.end()
        server.close(() => resolve())
      }),
  }
}

async function bundle(): Promise<string> {
  const input = fileURLToPath(new URL('plain-page.tsx', import.meta.url))
  const made = await rolldown({
    input,
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await made.generate({ format: 'esm', minify: true, codeSplitting: false })
  await made.close()
  return output[0].code
}
