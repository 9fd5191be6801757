import type { Sql } from '../connection/sql'

/**
 * Whether this process works as a role that can only add to the record: one that owns no table and nothing that tables
 * are in, cannot make itself another role or reach the files of the cluster, and may neither change nor remove rows of
 * an append-only table, nor of one whose rows take those with them.
 */
export async function isRecordProtected(sql: Sql): Promise<boolean> {
  const rows = await sql.$queryRaw<{ protected: boolean }[]>`
    WITH RECURSIVE
      own AS (SELECT oid, relowner FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')),
      recorded AS (SELECT tgrelid AS oid FROM pg_trigger WHERE tgname = 'append_only'),
      removing AS (SELECT oid FROM recorded
        UNION SELECT c.confrelid FROM pg_constraint c JOIN removing r ON c.conrelid = r.oid
          WHERE c.contype = 'f' AND c.confdeltype = 'c')
    SELECT NOT EXISTS (SELECT 1 FROM own WHERE pg_has_role(relowner, 'MEMBER'))
      AND NOT EXISTS (SELECT 1 FROM pg_namespace
        WHERE oid = current_schema()::regnamespace AND pg_has_role(nspowner, 'MEMBER'))
      AND NOT EXISTS (SELECT 1 FROM pg_database
        WHERE datname = current_database() AND pg_has_role(datdba, 'MEMBER'))
      AND NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = current_user AND rolcreaterole)
      AND NOT EXISTS (SELECT 1 FROM pg_roles
        WHERE rolname IN ('pg_write_server_files', 'pg_execute_server_program') AND pg_has_role(oid, 'MEMBER'))
      AND NOT EXISTS (SELECT 1 FROM recorded WHERE has_any_column_privilege(oid, 'UPDATE'))
      AND NOT EXISTS (SELECT 1 FROM removing WHERE has_table_privilege(oid, 'DELETE, TRUNCATE')) AS protected`
  return rows[0]?.protected === true
}
