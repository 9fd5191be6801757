import { randomUUID } from 'node:crypto'
import http from 'node:http'

const agent = new http.Agent({ keepAlive: true, maxSockets: 128 })

export type Posted = { url: string; headers: Record<string, string>; body: unknown }

/** Posts JSON as the page does, with a key of its own; resolves with the answer's JSON, rejects with a refusal. */
export function post({ url, headers, body }: Posted): Promise<unknown> {
  const text = JSON.stringify(body)
  const all = {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'idempotency-key': randomUUID(),
  }
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', agent, headers: all }, response => {
      let answer = ''
      response.setEncoding('utf8').on('data', piece => {
        answer += piece
      })
      response.on('end', () => {
        const { statusCode = 0 } = response
        if (statusCode < 300) resolve(JSON.parse(answer))
        else reject(new Error(`POST ${url} answered ${statusCode}: ${answer}`))
      })
    })
    request.on('error', reject)
    request.end(text)
  })
}
