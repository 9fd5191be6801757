-- Words as lib/text/search-terms.ts has them: without accents and in one form and case; of what is written without
-- spaces each character with the next one; of names with capitals or digits inside, also the rest from each part on.
DO $do$
DECLARE
  unicode text := (SELECT collname FROM pg_collation WHERE collname IN ('pg_unicode_fast', 'und-x-icu', 'C.utf8',
      'en_US.utf8', 'default') AND collencoding IN (-1, (SELECT encoding FROM pg_database WHERE datname = current_database()))
    ORDER BY array_position(ARRAY['pg_unicode_fast', 'und-x-icu', 'C.utf8', 'en_US.utf8', 'default'], collname::text) LIMIT 1);
  unspaced text := '\u0E00-\u0EFF\u1000-\u11FF\u1780-\u17FF\u3005-\u3007\u3031-\u30FA\u30FC-\u30FF\u3400-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\U00020000-\U0003FFFF';
  signs text := '\u0001-/:-@\[-`{-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7\u05BE\u05C0\u05C3\u060C\u061B\u061F\u0964\u0965\u2000-\u200B\u200E-\u206F\u20A0-\u20CF\u2190-\u245F\u2500-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u30FB\uFE10-\uFE1F\uFE30-\uFE6F\uFFFC\uFFFD\U0001F000-\U0001FAFF';
  marks text := '\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u200C\u200D';
BEGIN
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION "search_words"(given text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      WITH piece AS (
        SELECT m[1] AS text, lead(m[1]) OVER (ORDER BY n) AS next, n FROM regexp_matches(normalize(regexp_replace(
          normalize(left(given, 50000), NFKD), '[%2$s]+', '', 'g'), NFKC), '[%3$s]|[^%4$s%3$s]+|[%4$s]+', 'g')
          WITH ORDINALITY r(m, n)),
      word AS (
        SELECT row_number() OVER (ORDER BY n) AS at,
          CASE WHEN text ~ '^[%3$s]' THEN text || CASE WHEN next ~ '^[%3$s]' THEN next ELSE '' END ELSE left(text, 100) END
          AS text FROM piece WHERE text !~ '^[%4$s]'),
      token AS (
        SELECT at, text FROM word
        UNION ALL
        SELECT w.at, array_to_string(p.parts[part:], '') FROM word w,
          regexp_split_to_array(w.text, '(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[0-9])(?![0-9])|(?<![0-9])(?=[0-9])') p(parts),
          generate_series(2, cardinality(p.parts)) part
        WHERE w.text ~ '[A-Z0-9]' AND cardinality(p.parts) <= 6)
      SELECT coalesce(string_agg('''' || translate(lower(text COLLATE %1$I), 'ς', 'σ') || ''':' || least(at, 16383), ' '), '')::tsvector
      FROM token
    $$ $create$, unicode, marks, unspaced, signs);
  -- The same form of a whole text, for titles, which are found by any part of them.
  EXECUTE format($create$
    CREATE FUNCTION "search_form"(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT translate(lower(normalize(regexp_replace(normalize(given, NFKD), '[%2$s]+', '', 'g'), NFKC) COLLATE %1$I), 'ς', 'σ')
    $$ $create$, unicode, marks);
END $do$;
-- Stored, since whoever looks for words beside each other looks at them again. By the price of the function the planner
-- knows what it costs to look at the words of every row, which lie outside of the table.
CREATE FUNCTION "kept_words"(words tsvector) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS
  'BEGIN RETURN words; END';
DROP INDEX "SearchItem_words";
ALTER TABLE "SearchItem" ADD COLUMN "words" tsvector GENERATED ALWAYS AS ("search_words"("text")) STORED;
CREATE INDEX "SearchItem_words" ON "SearchItem" USING gin ("kept_words"("words"));
REINDEX INDEX "Memory_words";
