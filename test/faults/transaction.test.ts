import { describe, expect, test } from 'vitest'
import { isSessionFact } from './session-facts'
import { type Status, send, summaryOf, type Transaction, TransactionLog } from './transaction'

const INSERT = 'INSERT INTO "Event" VALUES ($1)'
const UPDATE = 'UPDATE "Run" SET "status" = $1'

/** Sends batches one by one, each answered with a status; tells what each would have made durable. */
function follow(batches: [string[], Status][]): (string | null)[] {
  const log = new TransactionLog()
  return batches.map(([sqls, status]) => {
    const made = log.commitsWith(sqls.map(sql => send(sql)))
    log.ready(status)
    return made && summaryOf(made)
  })
}

describe('a durable point is', () => {
  test.each<[string, [string[], Status][], (string | null)[]]>([
    [
      'the COMMIT of a transaction that wrote',
      [
        [['BEGIN'], 'T'],
        [[INSERT], 'T'],
        [[UPDATE], 'T'],
        [['COMMIT'], 'I'],
      ],
      [null, null, null, 'insert Event, update Run'],
    ],
    [
      'no COMMIT of one that only read',
      [
        [['BEGIN'], 'T'],
        [['SELECT 1'], 'T'],
        [['COMMIT'], 'I'],
      ],
      [null, null, null],
    ],
    [
      'no COMMIT of one that failed',
      [
        [['BEGIN'], 'T'],
        [[INSERT], 'E'],
        [['COMMIT'], 'I'],
      ],
      [null, null, null],
    ],
    [
      'no ROLLBACK, nor what came before it',
      [
        [['BEGIN'], 'T'],
        [[INSERT], 'T'],
        [['ROLLBACK'], 'I'],
        [['BEGIN'], 'T'],
        [['COMMIT'], 'I'],
      ],
      [null, null, null, null, null],
    ],
    [
      'an autocommitted write',
      [
        [[INSERT], 'I'],
        [['SELECT 1'], 'I'],
      ],
      ['insert Event', null],
    ],
    ['a batch of writes up to a Sync', [[[INSERT, INSERT, UPDATE], 'I']], ['insert Event ×2, update Run']],
    ['a whole transaction in one text', [[['BEGIN', INSERT, 'COMMIT'], 'I']], ['insert Event']],
  ])('%s', (_, batches, expected) => expect(follow(batches)).toEqual(expected))

  test('no transaction whose writes touched no row', () => {
    const log = new TransactionLog()
    log.commitsWith([send('BEGIN')])
    log.ready('T')
    const update = send(UPDATE)
    log.commitsWith([update])
    update.rows = 0
    log.ready('T')
    expect(log.commitsWith([send('COMMIT')])).toBeNull()
  })
})

describe('a fact about a session is', () => {
  const about = (...sqls: string[]): Transaction => ({
    autocommit: false,
    writes: sqls.map(sql => send(sql)),
  })
  test.each([
    ['any write to its tables', [INSERT], true],
    ['a new state of the session', ['UPDATE "SessionHead" SET "seq" = $1, "version" = $2'], true],
    ['no lease', ['UPDATE "SessionHead" SET "leaseUntil" = $1 WHERE id = $2'], false],
    [
      'no lease that is given back',
      ['UPDATE "SessionHead" SET "leaseHolder" = NULL', 'DELETE FROM "Wake" WHERE id = $1'],
      false,
    ],
    ['no job', ['INSERT INTO pgboss.job (id) VALUES ($1)'], false],
    ['a job sent along with a fact', ['INSERT INTO pgboss.job (id) VALUES ($1)', INSERT], true],
    ['no row of another table', ['INSERT INTO "AuthSession" VALUES ($1)'], false],
  ])('%s', (_, sqls, expected) => expect(isSessionFact(about(...sqls))).toBe(expected))
})
