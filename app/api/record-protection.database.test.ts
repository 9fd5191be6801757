import { expect, test } from 'vitest'
import type { Health } from '@/lib/domain/contract/health'
import { operations } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { createWorld } from '@/test/world/world'

async function healthWith(role: 'owner' | 'server'): Promise<Health> {
  const world = await createWorld()
  const databaseUrl = role === 'owner' ? world.adminUrl : world.url
  const { url } = await serveApi({ start: () => world.startServer({ databaseUrl }) })
  return (await operations(url).does('readHealth')) as Health
}

test('with one role that owns the tables too Health says that the record is not protected from it', async () => {
  const { status, record, problems } = await healthWith('owner')
  expect(problems).toEqual([
    expect.stringMatching(/^The record is not protected from .*\(DATABASE_OWNER_URL\)/),
  ])
  expect([status, record.ok, record.protected]).toEqual(['ok', true, false])
})

test('with a role that owns none of them there is nothing to say', async () => {
  const { status, record, problems } = await healthWith('server')
  expect([status, record.protected, problems]).toEqual(['ok', true, []])
})
