import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'playwright/test'
import { Installation } from './installation'
import { test } from './journey'

const BUILT = path.resolve(import.meta.dirname, '../.next/static')
const styles = readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).find(file => file.endsWith('.css'))

const statusOf = async (at: Installation, address: string): Promise<number> =>
  (await fetch(at.url + address, { headers: { authorization: `Bearer ${at.token}` }, redirect: 'manual' }))
    .status

test('a web process takes in what is said, and a worker, which shows nothing of it, does it', async () => {
  const web = await Installation.open({ COUNTERSIGN_ROLE: 'web' })
  try {
    const session = await web.scripted()
    await web.play(session, [{ text: 'Done by the worker.' }])
    const { activeRun } = await web.view(session)
    expect(activeRun?.status).toBe('queued')
    const wait = (ms: number) => web.ask('GET', `/api/runs/${activeRun?.id}/wait?timeoutMs=${ms}`)
    expect(await wait(2_500)).toMatchObject({ status: 'timeout' })
    expect((await web.view(session)).activeRun?.status).toBe('queued')
    expect(await web.ask('GET', '/api/health')).toMatchObject({ role: 'web', lanes: { taken: 0, limit: 0 } })

    const worker = await web.another({ COUNTERSIGN_ROLE: 'worker' })
    expect(await wait(30_000)).toMatchObject({ status: 'ok', stopReason: 'final_text' })
    expect(await worker.ask('GET', '/api/health')).toMatchObject({ role: 'worker', status: 'ok' })
    const addresses = ['/', `/?token=${worker.token}`, `/sessions/${session.id}`, `/_next/static/${styles}`]
    for (const address of [...addresses, '/icon.svg', '/api/sessions', '/api/openapi.json', '/api/nothing']) {
      expect([address, await statusOf(worker, address)]).toEqual([address, 404])
    }
    expect(await statusOf(web, `/_next/static/${styles}`)).toBe(200)
  } finally {
    await web.close()
  }
})
