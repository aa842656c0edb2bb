"""The promises of the product, the tests that hold them, and a patch that breaks each of them."""
