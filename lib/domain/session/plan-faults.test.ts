import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GivenStep } from './plan'
import { planFaults } from './plan-faults'

/** `a>b,c`: a step that depends on two others. */
const steps = (...written: string[]): GivenStep[] =>
  written.map(each => {
    const [id = '', after] = each.split('>')
    return { id, title: `Do ${id}`, ...(after ? { dependsOn: after.split(',') } : {}) }
  })

const TABLE: [what: string, steps: GivenStep[], path: string | null, message: RegExp][] = [
  ['no steps', [], null, /^/],
  ['steps without an order', steps('a', 'b'), null, /^/],
  ['a diamond, whatever its order', steps('d>b,c', 'b>a', 'c>a', 'a'), null, /^/],
  ['a step that waits for itself', steps('a', 'b>b'), '/steps/1/dependsOn', /: b → b\.$/],
  ['a circle', steps('x', 'a>b', 'b>c', 'c>a'), '/steps/1/dependsOn', /: a → b → c → a\.$/],
  ['a circle behind others', steps('x>a', 'a>b', 'b>a'), '/steps/1/dependsOn', /: a → b → a\.$/],
  ['an unknown step', steps('a', 'b>a,z'), '/steps/1/dependsOn/1', /no step with the id "z"/],
  ['one id twice', steps('a', 'b', 'a'), '/steps/2/id', /Another step has the id "a"/],
  [
    'more than is kept',
    Array.from({ length: 200 }, (_, n) => ({ id: `${n}`, title: 'é'.repeat(300) })),
    '/steps',
    /bytes of JSON/,
  ],
]

describe('what is wrong with a plan', () => {
  test.each(TABLE)('%s', (...[, given, path, message]) => {
    const [first] = planFaults(given)
    expect(first?.path ?? null).toBe(path)
    expect(first?.message ?? '').toMatch(message)
  })

  test('steps that only depend on earlier ones, in whatever order they are listed, are fine', () => {
    const anyPlan = fc
      .array(fc.array(fc.nat(), { maxLength: 3 }), { maxLength: 12 })
      .map(all => all.map((after, at) => ({ id: `s${at}`, title: 't', dependsOn: earlier(after, at) })))
    fc.assert(
      fc.property(anyPlan, fc.infiniteStream(fc.nat()), (plan, order) => {
        const shuffled = [...plan].sort(() => ((order.next().value ?? 0) % 2) - 0.5)
        expect(planFaults(shuffled)).toEqual([])
      }),
    )
  })

  test('a circle that is told is one', () => {
    const anyGraph = fc
      .array(fc.array(fc.nat(7), { maxLength: 2 }), { minLength: 8, maxLength: 8 })
      .map(all => all.map((after, at) => ({ id: `s${at}`, title: 't', dependsOn: after.map(n => `s${n}`) })))
    fc.assert(
      fc.property(anyGraph, graph => {
        const [fault] = planFaults(graph)
        const told = fault?.message.match(/s\d/g) ?? []
        told.slice(1).forEach((id, at) => {
          expect(graph.find(step => step.id === told[at])?.dependsOn).toContain(id)
        })
        expect(fault === undefined || (told.length > 1 && told[0] === told.at(-1))).toBe(true)
      }),
    )
  })
})

const earlier = (after: number[], at: number): string[] => (at === 0 ? [] : after.map(n => `s${n % at}`))
