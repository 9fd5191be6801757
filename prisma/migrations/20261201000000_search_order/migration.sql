-- The order in which all that was found is listed: without words to look for, the newest is read and nothing else.
CREATE INDEX "SearchItem_rank_at_kind_id_idx" ON "SearchItem" ("rank" DESC, "at" DESC, "kind" DESC, "id" DESC);
