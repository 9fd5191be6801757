-- One form of a text can be many times as long as the text, and its words must fit into a tsvector of 1 MB: each of
-- these characters stands in at most six of them, with at most four bytes.
DO $do$ BEGIN
  EXECUTE replace(replace(pg_get_functiondef('"search_words"(text)'::regprocedure),
    'regexp_matches(normalize(', 'regexp_matches(left(normalize('), ', NFKC), ', ', NFKC), 40000), ');
END $do$;
