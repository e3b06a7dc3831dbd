// Creates the bucket of STORAGE_URL, with the standard AWS credentials. An existing bucket stays as it is.
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

const url = new URL(process.env.STORAGE_URL);
const endpoint = url.searchParams.get('endpoint');
const client = new S3Client({
  region: url.searchParams.get('region') ?? 'us-east-1',
  ...(endpoint && { endpoint, forcePathStyle: true }),
});
try {
  await client.send(new CreateBucketCommand({ Bucket: url.hostname }));
  console.log(`The bucket ${url.hostname} was created.`);
} catch (error) {
  if (error.name !== 'BucketAlreadyOwnedByYou' && error.name !== 'BucketAlreadyExists') throw error;
  console.log(`The bucket ${url.hostname} exists.`);
}
