import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isNodeRecent } from './node.mjs'

const read = name => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))

test('a Node is recent enough as npm is told', () => {
  expect(read('package.json').engines.node).toBe('^22.19 || >=24')
  const versions = ['20.19.5', '22.18.0', '22.19.0', '22.20.1', '23.11.0', '24.0.0', '26.0.0']
  expect(versions.filter(isNodeRecent)).toEqual(['22.19.0', '22.20.1', '24.0.0', '26.0.0'])
})

test('no dependency that runs needs a newer one', () => {
  const installed = Object.entries(read('package-lock.json').packages).filter(([, { dev }]) => !dev)
  const minors = installed.flatMap(([name, { engines }]) => {
    const [, minor] = /(?:>=|\^)\s*22\.(\d+)/.exec(engines?.node ?? '') ?? []
    return minor === undefined ? [] : [[name, Number(minor)]]
  })
  expect(minors.length).toBeGreaterThan(3)
  expect(minors.filter(([, minor]) => minor > 19)).toEqual([])
})
