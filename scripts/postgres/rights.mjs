/**
 * What the server's role may do to which table, and by which functions it does the rest. It owns none of them: what
 * was recorded it can add to, and neither change nor remove. A table that is not named here it does not even see.
 */
const READ = ['SELECT']
const ADD = ['SELECT', 'INSERT']
const CHANGE = ['SELECT', 'INSERT', 'UPDATE']
const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']

/** @type {Record<string, string[]>} */
export const TABLE_RIGHTS = {
  _prisma_migrations: READ,
  Attachment: ADD,
  AuthSession: ALL,
  Blob: ADD,
  Call: CHANGE,
  CallSet: CHANGE,
  Channel: ALL,
  Compaction: CHANGE,
  Content: ADD,
  Decision: ADD,
  Definition: ADD,
  Entry: ADD,
  Event: ADD,
  Hook: ALL,
  IdempotencyKey: ALL,
  Installation: CHANGE,
  Link: READ,
  McpServer: ALL,
  Memory: ALL,
  MemoryUse: ADD,
  ModelSetting: CHANGE,
  Notice: ALL,
  Person: ALL,
  PersonIdentity: ADD,
  PersonToken: ALL,
  Plan: ADD,
  QueueItem: ALL,
  RecordCheck: CHANGE,
  RecordFault: ALL,
  Request: ADD,
  Rule: ALL,
  Run: CHANGE,
  Runaway: ALL,
  Schedule: ALL,
  SearchItem: CHANGE,
  SearchPlace: CHANGE,
  Secret: CHANGE,
  Session: CHANGE,
  SessionHead: CHANGE,
  Setting: CHANGE,
  State: ADD,
  ToolPin: ALL,
  ToolUse: CHANGE,
  UsageSum: ALL,
  Wake: ALL,
}

/** They run with the rights of the owner, and record what they remove. */
const FUNCTIONS = ['delete_session', 'order_restored']

/** The job engine makes and owns what is in this schema. It holds nothing that our rows do not say too. */
const JOBS = 'pgboss'

/**
 * Lets a role work as the server, with the rights that are named here and no others. Where nothing is to be changed
 * nothing is written. What the role owns stays its own, and Health says so.
 *
 * @param {import('pg').Client} owner connected as the owner of the tables
 * @param {string} role
 */
export async function grantRights(owner, role) {
  const name = owner.escapeIdentifier(role)
  await owner.query('BEGIN')
  try {
    for (const sql of await missingGrants(owner, role, name)) await owner.query(sql)
    await owner.query('COMMIT')
  } catch (error) {
    await owner.query('ROLLBACK').catch(() => {}) // the connection may be gone, and then so is the transaction
    throw error
  }
}

async function missingGrants(owner, role, name) {
  const { schema, usage, open } = (await owner.query(SCHEMA, [role])).rows[0]
  const place = owner.escapeIdentifier(schema)
  const tables = (await owner.query(RELATIONS, [role])).rows
  const functions = (await owner.query(LOCKED_FUNCTIONS, [role, FUNCTIONS])).rows
  return [
    ...(usage ? [] : [`GRANT USAGE ON SCHEMA ${place} TO ${name}`]),
    ...(open ? [`REVOKE CREATE ON SCHEMA ${place} FROM PUBLIC`] : []),
    ...tables.flatMap(table => tableGrants(owner, table, name)),
    ...functions.map(({ signature }) => `GRANT EXECUTE ON FUNCTION ${signature} TO ${name}`),
    ...(await jobGrants(owner, role, name)),
  ]
}

function tableGrants(owner, { relation, kind, rights }, name) {
  const wanted = kind === 'S' ? ['USAGE'] : (TABLE_RIGHTS[relation] ?? [])
  if (wanted.toSorted().join() === rights.toSorted().join()) return []
  const what = `${kind === 'S' ? 'SEQUENCE' : 'TABLE'} ${owner.escapeIdentifier(relation)}`
  const grant = wanted.length > 0 ? [`GRANT ${wanted.join(', ')} ON ${what} TO ${name}`] : []
  return [`REVOKE ALL ON ${what} FROM ${name}`, ...grant]
}

async function jobGrants(owner, role, name) {
  const { rowCount } = await owner.query(LOCKED_JOB_SCHEMA, [role, JOBS])
  return rowCount === 0 ? [] : [`GRANT USAGE, CREATE ON SCHEMA ${JOBS} TO ${name}`]
}

const SCHEMA = `SELECT current_schema() AS schema, has_schema_privilege($1, current_schema(), 'USAGE') AS usage,
  EXISTS (SELECT 1 FROM pg_namespace n, aclexplode(n.nspacl) a WHERE n.nspname = current_schema()
    AND a.grantee = 0 AND a.privilege_type = 'CREATE') AS open`

const RELATIONS = `SELECT c.relname AS relation, c.relkind AS kind, array(SELECT a.privilege_type FROM aclexplode(c.relacl) a
    WHERE a.grantee = (SELECT oid FROM pg_roles WHERE rolname = $1)) AS rights
  FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
    AND pg_get_userbyid(c.relowner) <> $1 ORDER BY 1`

const LOCKED_FUNCTIONS = `SELECT p.oid::regprocedure::text AS signature FROM pg_proc p
  WHERE p.pronamespace = current_schema()::regnamespace AND p.proname = ANY ($2)
    AND NOT has_function_privilege($1, p.oid, 'EXECUTE')`

const LOCKED_JOB_SCHEMA = `SELECT 1 FROM pg_namespace n WHERE n.nspname = $2
  AND NOT (has_schema_privilege($1, n.oid, 'USAGE') AND has_schema_privilege($1, n.oid, 'CREATE'))`
