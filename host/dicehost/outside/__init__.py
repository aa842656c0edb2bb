"""What the rest of a home may know: public facts, told by MQTT, a stream of events and webhooks."""
