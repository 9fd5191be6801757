-- The server's role may add to the record, and neither change nor remove what is there: see scripts/database-rights.mjs.
-- What it does to the record beyond adding it does by the functions of this file, which run with the rights of the
-- owner of the tables. Nobody may call them but those who are let.

-- The job engine makes what it needs for itself, in a schema that is there before it.
DO $$ BEGIN
  IF to_regnamespace('pgboss') IS NULL THEN CREATE SCHEMA "pgboss"; END IF;
END $$;

DO $do$ BEGIN
  EXECUTE format($create$
    -- Removes a session and all that belongs to it, together with the fact that it was: how long its record was and its
    -- last hash, as the next link of the installation's chain. `link_hash` is what the caller has signed for.
    CREATE FUNCTION "delete_session"(session_id uuid, link_at timestamptz, link_hash text, head_signature text)
      RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, %1$I, pg_temp AS $$
    DECLARE
      deleted record;
      chain_end record;
      fact text;
      hash_now text;
    BEGIN
      SELECT s.seq, s.head INTO STRICT deleted FROM "Session" s WHERE s.id = session_id FOR UPDATE;
      SELECT i.seq, i.head INTO STRICT chain_end FROM "Installation" i WHERE i.id = 1 FOR UPDATE;
      fact := '{"sessionId":"' || session_id || '","seq":' || deleted.seq || ',"head":' || to_json(deleted.head) || '}';
      hash_now := 'sha256:' || encode(sha256(convert_to(concat_ws(E'\n', chain_end.head, 'installation', chain_end.seq + 1,
        'session.deleted', to_char(link_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'sha256:' || encode(sha256(convert_to(fact, 'UTF8')), 'hex')), 'UTF8')), 'hex');
      IF link_hash IS DISTINCT FROM hash_now THEN
        RAISE EXCEPTION 'The deletion of a session is recorded as it is, or it is not deleted.';
      END IF;
      INSERT INTO "Event" (chain, seq, type, at, payload, hash)
        VALUES ('installation', chain_end.seq + 1, 'session.deleted', link_at, fact, hash_now);
      UPDATE "Installation" SET seq = chain_end.seq + 1, head = hash_now, signature = head_signature WHERE id = 1;
      DELETE FROM "Event" WHERE chain = session_id::text;
      DELETE FROM "Session" WHERE id = session_id;
    END $$
  $create$, current_schema());

  EXECUTE format($create$
    -- Puts the Events of a restored dump before all that are to come, where they are from another cluster. No hash
    -- covers that.
    CREATE FUNCTION "order_restored"() RETURNS void
      LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, %1$I, pg_temp AS $$
      UPDATE "Event" SET xid = 0 WHERE xid <> 0 AND
        (SELECT max(xid) >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint FROM "Event")
    $$
  $create$, current_schema());
END $do$;

REVOKE ALL ON FUNCTION "delete_session"(uuid, timestamptz, text, text), "order_restored"() FROM PUBLIC;
