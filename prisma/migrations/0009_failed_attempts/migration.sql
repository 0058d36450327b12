-- Unlogged: counts of the last minutes need not survive a crash of the database. Half-filled pages keep updates in place.
CREATE UNLOGGED TABLE "failed_attempts" (
    "slot" INTEGER NOT NULL,
    "key" BYTEA NOT NULL,
    "failures" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "failed_attempts_pkey" PRIMARY KEY ("slot")
) WITH (fillfactor = 50);
