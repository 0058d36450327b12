-- Unlogged: counts of the last minute need not survive a crash of the database. Half-filled pages keep updates in place.
CREATE UNLOGGED TABLE "rate_limit_windows" (
    "credential" TEXT NOT NULL,
    "window_number" INTEGER NOT NULL,
    "units" INTEGER NOT NULL,

    CONSTRAINT "rate_limit_windows_pkey" PRIMARY KEY ("credential")
) WITH (fillfactor = 50);

CREATE UNLOGGED TABLE "rate_limit_servers" (
    "id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limit_servers_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 50);
