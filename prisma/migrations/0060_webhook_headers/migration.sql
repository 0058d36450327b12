-- Headers that deliveries of a webhook add, encrypted, with their names.
ALTER TABLE "webhooks" ADD COLUMN "headers_ciphertext" BYTEA, ADD COLUMN "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[];
