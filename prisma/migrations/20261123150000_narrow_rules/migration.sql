-- A rule of every session, or without a condition, can be neither seen nor revoked yet: such rules let nothing pass any more.
UPDATE "Rule" SET "enabled" = false
WHERE "effect" = 'allow' AND ("scope" = 'always' OR (NOT "reads" AND "matchers" = '[]'));
