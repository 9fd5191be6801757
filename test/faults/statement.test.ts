import { describe, expect, test } from 'vitest'
import { splitSql } from './split-sql'
import { readStatement } from './statement'

describe('statements are told apart whatever their literals hold', () => {
  test.each([
    ['BEGIN; SELECT 1; COMMIT', ['BEGIN', 'SELECT 1', 'COMMIT']],
    ["SELECT ';', 'it''s; ' ; SELECT 2", ["SELECT '', ''", 'SELECT 2']],
    [String.raw`SELECT E'a\';b', e'';SELECT 2`, ["SELECT '', ''", 'SELECT 2']],
    ['SELECT 1 -- ; one\n, 2 /* ; two */ , 3', ['SELECT 1 , 2 , 3']],
    ['DO $body$ BEGIN; END $body$; SELECT $$;$$', ["DO ''", "SELECT ''"]],
    ['UPDATE "a;b" SET "c" = $1', ['UPDATE "a;b" SET "c" = $1']],
    [' ;; ', []],
  ])('%s', (sql, expected) => expect(splitSql(sql)).toEqual(expected))
})

describe('a statement is known by its kind', () => {
  test.each([
    ['BEGIN ISOLATION LEVEL SERIALIZABLE', 'begin'],
    ['start transaction', 'begin'],
    ['COMMIT', 'commit'],
    ['END', 'commit'],
    ['ROLLBACK', 'rollback'],
    ['ROLLBACK TO SAVEPOINT s1', 'other'],
    ['SAVEPOINT s1', 'other'],
    ['SET search_path = a', 'other'],
    ['LISTEN x', 'other'],
    ['SELECT 1', 'read'],
    ['SELECT * FROM "Session" WHERE id = $1 FOR UPDATE', 'read'],
    ['SELECT pg_notify($1, $2)', 'read'],
    ['SELECT pg_try_advisory_lock($1)', 'read'],
    ['WITH a AS (SELECT 1) SELECT * FROM a', 'read'],
    ['WITH a AS (SELECT id FROM t FOR UPDATE SKIP LOCKED) UPDATE t SET b = 1 FROM a', 'write'],
    ['WITH a AS (INSERT INTO t VALUES (1) RETURNING *) SELECT * FROM a', 'write'],
    ["SELECT pgboss.create_queue('')", 'write'],
    ['insert into t values (1)', 'write'],
    ['CREATE TABLE t ()', 'write'],
    ['COPY t FROM STDIN', 'write'],
    ['COPY t TO STDOUT', 'read'],
  ] as const)('%s: %s', (sql, kind) => expect(readStatement(sql).kind).toBe(kind))
})

test.each([
  ['INSERT INTO "public"."Event" ("id") VALUES ($1)', 'insert', ['Event'], []],
  [
    'UPDATE "public"."Session" SET "leaseEpoch" = ("public"."Session"."leaseEpoch" + $1), "wakeAt" = $2 WHERE ("id" = $3 AND 1=1)',
    'update',
    ['Session'],
    ['leaseEpoch', 'wakeAt'],
  ],
  [
    'UPDATE "Session" s SET version = greatest(s.version, $1) RETURNING *',
    'update',
    ['Session'],
    ['version'],
  ],
  ['DELETE FROM ONLY QueueItem', 'delete', ['QueueItem'], []],
  [
    'WITH n AS (DELETE FROM pgboss.job WHERE id = $1) INSERT INTO pgboss.archive SELECT 1',
    'delete',
    ['job', 'archive'],
    [],
  ],
])('%s writes its tables and columns', (sql, ...[verb, targets, columns]) => {
  expect(readStatement(sql)).toMatchObject({ verb, targets, columns })
})
