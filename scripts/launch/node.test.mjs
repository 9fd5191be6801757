import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isNodeRecent } from './node.mjs'
import { RECENT_NODE } from './npm.mjs'

const read = name => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))

test.each([
  ['18.20.8', false],
  ['20.19.5', false],
  ['22.12.0', false],
  ['22.18.0', false],
  ['22.19.0', true],
  ['22.20.1', true],
  ['23.11.0', false],
  ['24.0.0', true],
  ['25.1.0', true],
  ['26.0.0', true],
])('Node %s: %s', (version, isRecent) => expect(isNodeRecent(version)).toBe(isRecent))

test('npm and people are told the same, and no dependency that runs needs more', () => {
  expect(read('package.json').engines.node).toBe('^22.19 || >=24')
  expect(RECENT_NODE).toBe('Node 22.19 or newer')
  const installed = Object.entries(read('package-lock.json').packages).filter(([, { dev }]) => !dev)
  const minors = installed.flatMap(([name, { engines }]) => {
    const [, minor] = /(?:>=|\^)\s*22\.(\d+)/.exec(engines?.node ?? '') ?? []
    return minor === undefined ? [] : [[name, Number(minor)]]
  })
  expect(minors.length).toBeGreaterThan(3)
  expect(minors.filter(([, minor]) => minor > 19)).toEqual([])
})
