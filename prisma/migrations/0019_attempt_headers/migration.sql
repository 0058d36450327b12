-- AlterTable
ALTER TABLE "delivery_attempts" ADD COLUMN "request_headers" JSON,
ADD COLUMN "response_headers" JSON,
ADD COLUMN "headers_truncated" BOOLEAN;
