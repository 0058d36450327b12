CREATE TABLE "idempotency_keys" (
    "id" BYTEA NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "response" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("id")
);

-- Encrypted responses cannot be compressed.
ALTER TABLE "idempotency_keys" ALTER COLUMN "response" SET STORAGE EXTERNAL;

CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");
