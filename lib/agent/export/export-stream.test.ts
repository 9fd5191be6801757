import { expect, test } from 'vitest'
import { streamed } from './export-stream'

test('nothing is written ahead of whoever reads', async () => {
  let written = 0
  const { stream, ended } = streamed(async write => {
    for (; written < 1000; written += 1) await write(`${written}\n`)
  })
  const reader = stream.getReader()
  for (let read = 0; read < 10; read += 1) await reader.read()
  expect(written).toBeLessThan(15)
  await reader.cancel()
  await ended
  expect(written).toBeLessThan(15)
})

test('all of it comes, then the end', async () => {
  const { stream, ended } = streamed(async write => {
    for (const text of ['a', 'é', '']) await write(text)
  })
  expect(await new Response(stream).text()).toBe('aé')
  await ended
})

test('what fails is no end: the stream fails too, and it is told', async () => {
  const { stream, ended } = streamed(async write => {
    await write('half')
    throw new Error('The database is gone.')
  })
  const told = expect(ended).rejects.toThrow('The database is gone.')
  await expect(new Response(stream).text()).rejects.toThrow('The database is gone.')
  await told
})
