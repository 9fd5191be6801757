-- An answer is kept as its text, which is no JSON value within another: quoted once more it was twice as long.
ALTER TABLE "IdempotencyKey" ALTER COLUMN "answer" TYPE TEXT USING COALESCE("answer" #>> '{}', '');
