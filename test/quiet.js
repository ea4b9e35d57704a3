// The engine logs every failed node, and tests make many fail on purpose.
process.env.N8N_LOG_LEVEL = 'silent';
