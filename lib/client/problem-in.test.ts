import { expect, test } from 'vitest'
import { problemIn } from './problem-in'

test('problem details say their code, their words and the places they are about', () => {
  const errors = [{ path: '/arguments/path', message: 'Too long' }, { path: 1 }, null]
  const problem = problemIn(422, { code: 'invalid_arguments', detail: 'Not valid.', errors })
  expect(problem).toMatchObject({ code: 'invalid_arguments', message: 'Not valid.', errors: [errors[0]] })
})

test.each([
  [401, '<html>', 'unauthorized'],
  [502, null, 'unavailable'],
  [404, { code: 7 }, 'unreadable'],
  [418, [], 'unreadable'],
])('an answer %i that is no problem details still says something', (status, body, code) => {
  expect(problemIn(status, body)).toMatchObject({ code, errors: [] })
})
