import { notifyManager, QueryObserver, skipToken } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from './query-client'

test('all hooks are told of what changes at once in one task, so that nothing is painted between', async () => {
  const client = createQueryClient()
  const told: string[] = []
  for (const key of ['draft', 'session']) {
    const listener = notifyManager.batchCalls(() => told.push(key))
    new QueryObserver(client, { queryKey: [key], queryFn: skipToken }).subscribe(listener)
  }
  const nextTask = new Promise(resolve => setTimeout(resolve))
  client.setQueryData(['draft'], 'some words')
  client.setQueryData(['session'], 'a message')
  await nextTask
  expect(told).toEqual(['draft', 'session'])
})
