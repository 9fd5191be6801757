import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../launch/settings.mjs'
import { MUTATIONS } from './mutations/mutations.mjs'
import { unknownNames } from './unknown-names.mjs'

/** A compiler reads half of the repository, beside other tests that compute. */
const READING_MS = 180_000

test('no mutation of TypeScript names what is gone; those of SQL are not read', {
  timeout: READING_MS,
}, () => {
  const { faults, unread } = unknownNames(MUTATIONS, file => fs.readFileSync(path.join(ROOT, file), 'utf8'))
  const told = faults.map(({ mutation, messages }) => `${mutation.name}: ${messages.join(' ')}`)
  expect(told).toEqual([])
  expect(new Set(unread.map(({ file }) => path.extname(file)))).toEqual(new Set(['.sql']))
})

const PLANTED = `
import { truncate } from '@/lib/text/truncate'
type Purse = { coins: number; status: string; owner?: { name: string } }
const gone = (purse: Purse) => purse.missing
export const label = (purse: Purse): string => truncate(String(purse.coins), 9)
`

test('a mutation that names what is not there is told by what it names', () => {
  const planted = [
    ['purse.coins', 'pouch.coins', "Cannot find name 'pouch'."],
    ['purse.coins', 'purse.owner?.title', "Property 'title' does not exist"],
    ['purse.coins', 'purse.coin', "Did you mean 'coins'?"],
    ['purse.coins', '{ wallet }', "shorthand property 'wallet'"],
    ['label = ', 'rich: Purse = { coins: 1, gems: 2 }, label = ', "'gems' does not exist"],
    ['import { truncate }', 'import { shorten as truncate }', "no exported member 'shorten'"],
    ['text/truncate', 'text/shorten', "Cannot find module '@/lib/text/shorten'"],
    ['label = ', 'early = late, late = 1, label = ', "'late' used before its declaration"],
    ['purse.coins', 'Purse', "'Purse' only refers to a type"],
    ['purse.coins', 'status', "Only a page has a global 'status'."],
    ['purse.coins', '{ event }', "Only a page has a global 'event'."],
    ['purse.coins', 'purse.coins +', 'Expression expected.'],
    ['purse.coins', 'purse.missing', "'missing' does not exist"],
  ]
  expect(messagesOf(planted)).toEqual(planted.map(([, , message]) => expect.stringContaining(message)))
})

test('a mutation that breaks a type by names that are there is none of them', () => {
  const fit = [
    ['purse.coins', 'purse.owner.name'],
    ['purse.coins', 'purse.status'],
    [', 9)', ", 'nine')"],
    ['9)', '9).text.at(9)'],
    ['label = ', 'button = (at: HTMLElement) => at, label = '],
  ]
  expect(messagesOf(fit)).toEqual([])
})

const messagesOf = pairs => {
  const mutations = pairs.map(([from, to]) => ({ file: 'lib/planted.ts', from, to }))
  return unknownNames(mutations, () => PLANTED).faults.map(({ messages }) => messages.join(' '))
}
